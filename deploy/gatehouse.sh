#!/bin/sh
# Runs one command of Gatehouse with the settings of its units, such as `gatehouse doctor`. Install it as
# /usr/local/sbin/gatehouse. systemd reads the files as it does for the units; a shell would not understand them.
exec systemd-run --quiet --collect --wait --pty --pipe \
  --property=User=gatehouse --property=Group=gatehouse --property=UMask=0077 \
  --property=EnvironmentFile=/etc/gatehouse/gatehouse.env \
  --property=EnvironmentFile=-/etc/gatehouse/owner.env \
  --property=Environment=GATEHOUSE_DATA_DIR=/var/lib/gatehouse \
  --property=WorkingDirectory=/var/lib/gatehouse \
  --property=StateDirectory=gatehouse --property=StateDirectoryMode=0700 \
  /opt/gatehouse/bin/gatehouse "$@"
