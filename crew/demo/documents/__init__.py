"""The documents of the invented retailer, one file per family. They state what `facts` and `figures` hold."""
