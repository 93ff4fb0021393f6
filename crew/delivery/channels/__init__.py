"""One file for each way a parcel can travel; each sends once and says plainly what is known of the outcome."""
