#!/bin/sh
# Two logins: the owner of the schema, and the one of the processes, which owns nothing.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -v owner="$OWNER_PASSWORD" -v web="$WEB_PASSWORD" <<'SQL'
create role gatehouse_owner login createrole password :'owner';
create role gatehouse_app nologin;
grant gatehouse_app to gatehouse_owner with admin option;
create role gatehouse_web login password :'web' in role gatehouse_app;
create database gatehouse owner gatehouse_owner;
SQL
