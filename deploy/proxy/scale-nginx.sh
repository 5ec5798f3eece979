#!/bin/sh
# Starts nginx before the workers of docker-compose.scale.yml or deploy/kubernetes/large, which WORKERS lists in their
# order, addresses or names with a port separated by commas. Who asks is who connects: nobody's X-Forwarded-* headers are believed, but for the proxies named in
# OUTER_PROXIES, addresses or networks separated by commas. A worker that did not answer is left alone for ten seconds.
set -eu

folder=/tmp/
conf=/etc/nginx/nginx.conf

: > "${folder}outer-proxies.conf"
: > "${folder}outer-proxies.geo"
for proxy in $(printf %s "${OUTER_PROXIES:-}" | tr ',' ' '); do
    case $proxy in
        *[!0-9A-Fa-f.:/]*)
            echo "OUTER_PROXIES: '$proxy' is neither an address nor a network such as 172.18.0.0/16." >&2
            exit 1
            ;;
    esac
    echo "set_real_ip_from $proxy;" >> "${folder}outer-proxies.conf"
    echo "$proxy 1;" >> "${folder}outer-proxies.geo"
done

: > "${folder}workers.conf"
for worker in $(printf %s "${WORKERS:?lists the workers, as in 172.31.213.11:8000,172.31.213.12:8000}" | tr ',' ' '); do
    echo "server $worker max_fails=1 fail_timeout=10s;" >> "${folder}workers.conf"
done

exec nginx -c "$conf" -g "daemon off;"
