CREATE TABLE country (country_id INTEGER NOT NULL PRIMARY KEY, country VARCHAR(50) NOT NULL);
CREATE TABLE city (
  city_id INTEGER NOT NULL PRIMARY KEY, city VARCHAR(50) NOT NULL,
  country_id INTEGER NOT NULL REFERENCES country (country_id)
);
CREATE TABLE address (
  address_id INTEGER NOT NULL PRIMARY KEY, address VARCHAR(50) NOT NULL, district VARCHAR(20) NOT NULL,
  city_id INTEGER NOT NULL REFERENCES city (city_id), postal_code VARCHAR(10)
);
CREATE TABLE store (
  store_id INTEGER NOT NULL PRIMARY KEY, manager_staff_id INTEGER NOT NULL REFERENCES staff (staff_id),
  address_id INTEGER NOT NULL REFERENCES address (address_id)
);
CREATE TABLE staff (
  staff_id INTEGER NOT NULL PRIMARY KEY, first_name VARCHAR(45) NOT NULL, last_name VARCHAR(45) NOT NULL,
  address_id INTEGER NOT NULL REFERENCES address (address_id), store_id INTEGER NOT NULL REFERENCES store (store_id),
  active BOOLEAN NOT NULL
);
CREATE TABLE customer (
  customer_id INTEGER NOT NULL PRIMARY KEY, store_id INTEGER NOT NULL REFERENCES store (store_id),
  first_name VARCHAR(45) NOT NULL, last_name VARCHAR(45) NOT NULL, email VARCHAR(50),
  address_id INTEGER NOT NULL REFERENCES address (address_id), active BOOLEAN NOT NULL, create_date DATETIME NOT NULL
);
CREATE TABLE language (language_id INTEGER NOT NULL PRIMARY KEY, name CHAR(20) NOT NULL);
CREATE TABLE film (
  film_id INTEGER NOT NULL PRIMARY KEY, title VARCHAR(255) NOT NULL, description TEXT, release_year INTEGER,
  language_id INTEGER NOT NULL REFERENCES language (language_id),
  original_language_id INTEGER REFERENCES language (language_id), rental_duration INTEGER NOT NULL,
  rental_rate DECIMAL(4, 2) NOT NULL, length INTEGER, replacement_cost DECIMAL(5, 2) NOT NULL, rating VARCHAR(10)
);
CREATE TABLE actor (
  actor_id INTEGER NOT NULL PRIMARY KEY, first_name VARCHAR(45) NOT NULL, last_name VARCHAR(45) NOT NULL
);
CREATE TABLE film_actor (
  actor_id INTEGER NOT NULL REFERENCES actor (actor_id), film_id INTEGER NOT NULL REFERENCES film (film_id),
  PRIMARY KEY (actor_id, film_id)
);
CREATE TABLE category (category_id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(25) NOT NULL);
CREATE TABLE film_category (
  film_id INTEGER NOT NULL REFERENCES film (film_id), category_id INTEGER NOT NULL REFERENCES category (category_id),
  PRIMARY KEY (film_id, category_id)
);
CREATE TABLE inventory (
  inventory_id INTEGER NOT NULL PRIMARY KEY, film_id INTEGER NOT NULL REFERENCES film (film_id),
  store_id INTEGER NOT NULL REFERENCES store (store_id)
);
CREATE TABLE rental (
  rental_id INTEGER NOT NULL PRIMARY KEY, rental_date DATETIME NOT NULL,
  inventory_id INTEGER NOT NULL REFERENCES inventory (inventory_id),
  customer_id INTEGER NOT NULL REFERENCES customer (customer_id), return_date DATETIME,
  staff_id INTEGER NOT NULL REFERENCES staff (staff_id)
);
CREATE TABLE payment (
  payment_id INTEGER NOT NULL PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer (customer_id),
  staff_id INTEGER NOT NULL REFERENCES staff (staff_id), rental_id INTEGER REFERENCES rental (rental_id),
  amount DECIMAL(5, 2) NOT NULL, payment_date DATETIME NOT NULL
);
