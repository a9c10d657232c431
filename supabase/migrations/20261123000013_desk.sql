-- What the operator does with leads, unseen by the Data API. For a login that may only do this: create role … in role lead_desk;
create schema desk;
