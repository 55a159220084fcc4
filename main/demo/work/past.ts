/** A job that the demo's user handed in before the demo was opened. */
export interface PastJob {
  readonly machine: string;
  readonly minutesAgo: number;
  readonly script: string;
}

/** What a new demo has run lately: jobs that ended, one that failed, an array with a failed task, one that runs. */
export const past: readonly PastJob[] = [
  {
    machine: 'cpu-main',
    minutesAgo: 1130,
    script: `#!/bin/bash
#PJM -N mesh-prepare
#PJM -L rscgrp=small,node=1,elapse=00:40:00
#PJM -g demo-project
echo "reading geometry/wing.step"
sleep 900
echo "4 812 330 cells"
sleep 360
echo "written to mesh/wing.msh"
`,
  },
  {
    machine: 'cpu-main',
    minutesAgo: 1090,
    script: `#!/bin/bash
#PJM -N wing-steady
#PJM -L rscgrp=small,node=16,elapse=04:00:00
#PJM -g demo-project
echo "16 nodes, 768 ranks"
sleep 3600
echo "step 2000  residual 3.1e-04"
sleep 3600
echo "step 4000  residual 2.7e-06"
sleep 2400
echo "converged after 5310 steps"
`,
  },
  {
    machine: 'gpu-main',
    minutesAgo: 410,
    script: `#!/bin/bash
#PJM -N train-segments
#PJM -L rscgrp=small,node=2,elapse=06:00:00
#PJM -g demo-project
echo "epoch 1  loss 1.842"
sleep 840
echo "epoch 2  loss 1.377"
sleep 840
echo "epoch 3  loss 1.204"
echo "loading data/part-07.csv"
cat data/part-07.csv
`,
  },
  {
    machine: 'cpu-main',
    minutesAgo: 185,
    script: `#!/bin/bash
#PJM -N angle-sweep
#PJM -L rscgrp=small,node=1,elapse=00:30:00
#PJM -g demo-project
#PJM --bulk --sparam 0-3
echo "angle of attack $PJM_BULKNUM"
sleep 700
cat input-$PJM_BULKNUM.txt
`,
  },
  {
    machine: 'gpu-main',
    minutesAgo: 95,
    script: `#!/bin/bash
#PJM -N train-again
#PJM -L rscgrp=small,node=2,elapse=08:00:00
#PJM -g demo-project
echo "epoch 1  loss 1.796"
sleep 1500
echo "epoch 2  loss 1.311"
sleep 1500
echo "epoch 3  loss 1.158"
sleep 1500
echo "epoch 4  loss 1.071"
sleep 3600
echo "epoch 6  loss 0.982"
sleep 3600
echo "epoch 8  loss 0.951"
sleep 3600
echo "saved to models/segments.pt"
`,
  },
];
