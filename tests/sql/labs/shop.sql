CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL, email VARCHAR(60), phone VARCHAR(20), country VARCHAR(20));
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, region VARCHAR(20), note VARCHAR(60), quantity INTEGER, total DECIMAL(10, 2), ordered_on DATE, shipped_at TIMESTAMP NULL);
CREATE TABLE secrets (id INTEGER PRIMARY KEY, word VARCHAR(40));
CREATE VIEW leaks AS SELECT word FROM secrets;
CREATE VIEW regional AS SELECT region, SUM(total) AS sold FROM orders GROUP BY region;
INSERT INTO customers VALUES (1, 'Ada', 'ada@hidden.example', '555-0199', 'UK'), (2, 'Bo', 'bo@hidden.example', '555-0123', 'SE'), (3, 'Cy', NULL, NULL, 'UK');
INSERT INTO orders VALUES (1, 1, 'Europe', 'first, by post', 2, 10.10, '2025-01-15', '2025-01-16 10:00:00'), (2, 1, 'Europe', NULL, 5, 20.20, '2025-02-15', '2025-02-17 08:30:00'), (3, 2, 'Africa', 'DROP TABLE orders', 7, 30.30, '2025-02-20', NULL), (4, NULL, 'Africa', '100% wool', 1, 0.10, '2025-03-01', NULL), (5, 3, 'Asia', 'asia-eyes-only', 3, 99.99, '2024-12-31', '2025-01-02 23:59:59'), (6, 2, 'Europe', '', 4, 12.50, '2024-11-05', NULL);
INSERT INTO secrets VALUES (1, 'launch-code-7431');
