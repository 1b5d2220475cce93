#!/bin/sh
# A GPU of RunPod for one check: rents a pod, runs check.sh on it and gives it back, come what may.
#
#   sh docker/rent/runpod.sh "NVIDIA GeForce RTX 4090"
#
# Before: install runpodctl (2.0 or newer), `runpodctl config --apiKey KEY`, and once
# `runpodctl ssh add-key --key-file ~/.ssh/id_ed25519.pub`. `runpodctl gpu list` names the GPUs.
set -eu
here=$(dirname "$0")
gpu=${1:-NVIDIA GeForce RTX 4090}
field() { python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }

pod=$(runpodctl pod create --name stepdown --gpu-id "$gpu" --ports 22/tcp \
    --container-disk-in-gb 30 --image runpod/pytorch:1.0.3-cu1281-torch291-ubuntu2404 | field id)
trap 'runpodctl pod delete "$pod"' EXIT
trap 'exit 1' INT TERM
echo "pod $pod"

# A machine that nobody has met before, and nobody will meet again.
new='-o StrictHostKeyChecking=accept-new -o UserKnownHostsFile=/dev/null'
tries=0
# shellcheck disable=SC2086
until host=$(runpodctl ssh info "$pod" | field ip 2>/dev/null) &&
    port=$(runpodctl ssh info "$pod" | field port 2>/dev/null) &&
    ssh $new -p "$port" "root@$host" true; do
    tries=$((tries + 1))
    [ $tries -lt 60 ] || { echo 'the pod does not answer' >&2; exit 1; }
    sleep "${WAIT:-5}"
done
# shellcheck disable=SC2086
sh "$here/check.sh" "root@$host" -p "$port" $new
