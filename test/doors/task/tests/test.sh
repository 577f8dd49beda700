#!/bin/bash
# Worth 1 where the sum is right. It runs inside the world.
cat /srv/sum.txt
[ "$(cat /srv/sum.txt)" = 42 ] && reward=1 || reward=0
echo $reward > /logs/verifier/reward.txt
