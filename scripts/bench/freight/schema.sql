-- A carrier of parcels and pallets, invented: names as they grow over years, in several styles, with code tables.
CREATE TABLE tbl_depot (
    depot_cd TEXT PRIMARY KEY, depot_nm TEXT NOT NULL, city_nm TEXT NOT NULL, ctry_cd TEXT NOT NULL,
    opened_on DATE NOT NULL, capacity_pallets INTEGER NOT NULL
);
CREATE TABLE Carrier (
    carrierId INTEGER PRIMARY KEY, carrierName TEXT NOT NULL, homeCountry TEXT NOT NULL, isActive BOOLEAN NOT NULL,
    rating NUMERIC(3, 1) NOT NULL
);
CREATE TABLE lk_veh_type (type_cd TEXT PRIMARY KEY, type_desc TEXT NOT NULL);
CREATE TABLE lk_status (status_cd TEXT PRIMARY KEY, status_desc TEXT NOT NULL);
CREATE TABLE lk_claim_reason (reason_cd TEXT PRIMARY KEY, reason_desc TEXT NOT NULL);
CREATE TABLE vehicles (
    veh_id INTEGER PRIMARY KEY, carrier_id INTEGER NOT NULL REFERENCES Carrier (carrierId), plate_no TEXT NOT NULL,
    type_cd TEXT NOT NULL REFERENCES lk_veh_type, max_load_kg INTEGER NOT NULL, purchased_dt DATE NOT NULL,
    last_service_dt DATE
);
CREATE TABLE staff (
    staff_id INTEGER PRIMARY KEY, first_nm TEXT NOT NULL, last_nm TEXT NOT NULL, birth_dt DATE NOT NULL,
    hired_on DATE NOT NULL, depot_cd TEXT NOT NULL REFERENCES tbl_depot, job_title TEXT NOT NULL,
    salary_eur INTEGER NOT NULL
);
CREATE TABLE clients (
    client_no INTEGER PRIMARY KEY, client_nm TEXT NOT NULL, segment TEXT NOT NULL, ctry_cd TEXT NOT NULL,
    signed_up_on DATE NOT NULL, acct_mgr_id INTEGER REFERENCES staff (staff_id), discount_pct NUMERIC(4, 1) NOT NULL
);
CREATE TABLE shipments (
    shp_id INTEGER PRIMARY KEY, client_no INTEGER NOT NULL REFERENCES clients,
    origin_depot TEXT NOT NULL REFERENCES tbl_depot, carrier_id INTEGER NOT NULL REFERENCES Carrier (carrierId),
    booked_at DATETIME NOT NULL, delivered_at DATETIME, promised_dt DATE NOT NULL,
    status_cd TEXT NOT NULL REFERENCES lk_status, wt_kg NUMERIC(8, 1) NOT NULL, freight_eur NUMERIC(10, 2) NOT NULL,
    is_express BOOLEAN NOT NULL
);
CREATE TABLE claims (
    claim_id INTEGER PRIMARY KEY, shp_id INTEGER NOT NULL REFERENCES shipments, filed_on DATE NOT NULL,
    settled_on DATE, reason_cd TEXT NOT NULL REFERENCES lk_claim_reason, amt_claimed NUMERIC(10, 2) NOT NULL,
    amt_paid NUMERIC(10, 2)
);
CREATE TABLE fuel_purchases (
    fp_id INTEGER PRIMARY KEY, veh_id INTEGER NOT NULL REFERENCES vehicles, bought_on DATE NOT NULL,
    litres NUMERIC(6, 1) NOT NULL, cost_eur NUMERIC(8, 2) NOT NULL
);
