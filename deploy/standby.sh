#!/bin/bash
# Sets up pg_auto_failover 2 with PostgreSQL 15 of Debian 12, on a machine of its own for each call. Run it as the user postgres, with a
# folder ~/tls that holds ca.crt and the machine's own server.crt and server.key. docs/several-machines.md says what comes of it.
#   MONITOR_PASSWORD=… standby.sh monitor monitor.example.org
#   MONITOR_PASSWORD=… REPLICATION_PASSWORD=… standby.sh first db1.example.org monitor.example.org
#   MONITOR_PASSWORD=… REPLICATION_PASSWORD=… standby.sh next db2.example.org monitor.example.org
set -euo pipefail
part=$1 host=$2 monitor=${3:-$2}
export PATH=/usr/lib/postgresql/15/bin:$PATH
tls=(--ssl-mode verify-full --ssl-ca-file "$HOME/tls/ca.crt" --server-cert "$HOME/tls/server.crt" --server-key "$HOME/tls/server.key")

if [ "$part" = monitor ]; then
  export PGDATA=$HOME/monitor
  initdb --auth-local=peer --auth-host=scram-sha-256
  # pg_autoctl itself connects as autoctl_node over the socket.
  sed -i '1i local pg_auto_failover autoctl_node peer map=autoctl' "$PGDATA/pg_hba.conf"
  echo "autoctl $(id -un) autoctl_node" >> "$PGDATA/pg_ident.conf"
  pg_autoctl create monitor --hostname "$host" --auth scram-sha-256 "${tls[@]}"
  pg_autoctl run &
  until psql --quiet --command 'SELECT 1' pg_auto_failover > /dev/null 2>&1; do sleep 1; done
  # primary_demote_timeout is longer than network_partition_timeout below: by then a server that is cut off has stopped.
  psql pg_auto_failover <<END
ALTER ROLE autoctl_node PASSWORD '$MONITOR_PASSWORD';
ALTER SYSTEM SET pgautofailover.health_check_period = '1s';
ALTER SYSTEM SET pgautofailover.health_check_timeout = '1s';
ALTER SYSTEM SET pgautofailover.health_check_retry_delay = '500ms';
ALTER SYSTEM SET pgautofailover.node_considered_unhealthy_timeout = '5s';
ALTER SYSTEM SET pgautofailover.primary_demote_timeout = '6s';
SELECT pg_reload_conf();
END
else
  export PGDATA=$HOME/health_case
  at="postgres://autoctl_node@$monitor/pg_auto_failover?sslmode=verify-full&sslrootcert=$HOME/tls/ca.crt"
  # Every user of a machine can read the arguments of its processes, so no password is one.
  escaped() { local text=${1//\\/\\\\}; echo "${text//:/\\:}"; }
  (umask 077 && cat >> "$HOME/.pgpass") <<END
$monitor:*:*:autoctl_node:$(escaped "$MONITOR_PASSWORD")
*:*:*:pgautofailover_replicator:$(escaped "$REPLICATION_PASSWORD")
END
  if [ "$part" = first ]; then
    initdb --auth-local=peer --auth-host=scram-sha-256
    echo 'max_connections = 300' >> "$PGDATA/postgresql.conf"
    echo 'hostssl health_case all 10.0.0.0/24 scram-sha-256' >> "$PGDATA/pg_hba.conf"
  fi
  pg_autoctl create postgres --hostname "$host" --name "${host%%.*}" --auth scram-sha-256 "${tls[@]}" --monitor "$at"
  pg_autoctl config set timeout.network_partition_timeout 5
  pg_autoctl run &
  if [ "$part" = first ]; then
    until psql --quiet --command 'SELECT 1' > /dev/null 2>&1; do sleep 1; done
    psql <<< "ALTER ROLE pgautofailover_replicator PASSWORD '$REPLICATION_PASSWORD'"
  fi
fi
# For a trial. In production, `pg_autoctl -q show systemd` prints a unit instead.
wait
