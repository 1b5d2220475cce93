#!/bin/sh
# A GPU of Vast.ai for one check: rents the cheapest offer, runs check.sh on it and gives it back.
#
#   sh docker/rent/vast.sh 'gpu_name=RTX_4090'
#
# Before: `pip install vastai`, `vastai set api-key KEY`, and once
# `vastai create ssh-key "$(cat ~/.ssh/id_ed25519.pub)"`. See `vastai search offers --help`.
set -eu
here=$(dirname "$0")
wanted=${1:-gpu_name=RTX_4090}

offer=$(vastai search offers "$wanted num_gpus=1 reliability>0.98 inet_down>200" -o dph --raw |
    python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["id"])')
machine=$(vastai create instance "$offer" --disk 30 --ssh --direct --raw \
    --image nvidia/cuda:12.6.3-base-ubuntu24.04 |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["new_contract"])')
trap 'vastai destroy instance "$machine"' EXIT
trap 'exit 1' INT TERM
echo "instance $machine"

# A machine that nobody has met before, and nobody will meet again.
new='-o StrictHostKeyChecking=accept-new -o UserKnownHostsFile=/dev/null'
tries=0
# shellcheck disable=SC2086
until address=$(vastai ssh-url "$machine") && address=${address#ssh://} &&
    ssh $new -p "${address##*:}" "${address%:*}" true; do
    tries=$((tries + 1))
    [ $tries -lt 60 ] || { echo 'the instance does not answer' >&2; exit 1; }
    sleep "${WAIT:-5}"
done
# shellcheck disable=SC2086
sh "$here/check.sh" "${address%:*}" -p "${address##*:}" $new
