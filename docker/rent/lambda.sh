#!/bin/sh
# A GPU of Lambda for one check: launches an instance, runs check.sh on it and terminates it.
#
#   LAMBDA_API_KEY=... sh docker/rent/lambda.sh gpu_1x_a10 us-east-1 NAME-OF-YOUR-SSH-KEY
#
# The key and the name of your SSH key are in the console. What is free where:
#   curl -u "$LAMBDA_API_KEY:" https://cloud.lambda.ai/api/v1/instance-types
set -eu
here=$(dirname "$0")
[ $# -eq 3 ] || { echo "usage: $0 TYPE REGION SSH-KEY" >&2; exit 2; }
api() {
    path=$1
    shift
    curl -sS --fail-with-body -u "$LAMBDA_API_KEY:" "https://cloud.lambda.ai/api/v1/$path" "$@"
}
field() { python3 -c "import json, sys; print(json.load(sys.stdin)['data']$1 or '')"; }

machine=$(api instance-operations/launch --json "{\"instance_type_name\": \"$1\",
    \"region_name\": \"$2\", \"ssh_key_names\": [\"$3\"]}" | field '["instance_ids"][0]')
trap 'api instance-operations/terminate --json "{\"instance_ids\": [\"$machine\"]}"' EXIT
trap 'exit 1' INT TERM
echo "instance $machine"

# A machine that nobody has met before, and nobody will meet again.
new='-o StrictHostKeyChecking=accept-new -o UserKnownHostsFile=/dev/null'
tries=0
# shellcheck disable=SC2086
until host=$(api "instances/$machine" | field '.get("ip")') && [ -n "$host" ] &&
    ssh $new "ubuntu@$host" true; do
    tries=$((tries + 1))
    [ $tries -lt 120 ] || { echo 'the instance does not answer' >&2; exit 1; }
    sleep "${WAIT:-5}"
done
# shellcheck disable=SC2086
sh "$here/check.sh" "ubuntu@$host" $new
