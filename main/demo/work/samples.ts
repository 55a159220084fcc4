/** What lies in the home folder of a new demo, parents first; null: a folder. */
export const samples: Readonly<Record<string, string | null>> = {
  'README.txt':
    'This is the home folder of the demo. Nothing here leaves your computer.\n' +
    'Submit jobs/hello.sh, jobs/array.sh or jobs/fails.sh to see how jobs run and end.\n',
  jobs: null,
  'jobs/hello.sh': `#!/bin/bash
#PJM -N hello
#PJM -L rscgrp=small,node=1,elapse=00:05:00
#PJM -g demo-project
echo "Hello from $HOSTNAME, job $PJM_JOBID"
sleep 10
echo "step 1 of 2"
sleep 10
echo "step 2 of 2"
`,
  'jobs/array.sh': `#!/bin/bash
#PJM -N array
#PJM -L rscgrp=small,node=1,elapse=00:05:00
#PJM --bulk --sparam 0-3
echo "task $PJM_BULKNUM"
sleep 8
cat input-$PJM_BULKNUM.txt
`,
  'jobs/fails.sh': `#!/bin/bash
#PJM -N fails
#PJM -L rscgrp=small,node=1,elapse=00:05:00
echo "reading the input"
sleep 5
cat missing-input.txt
`,
  'jobs/too-long.sh': `#!/bin/bash
#PJM -N too-long
#PJM -L rscgrp=small,node=1,elapse=00:00:15
echo "this takes longer than its limit"
sleep 60
`,
  'input-0.txt': 'zero\n',
  'input-1.txt': 'one\n',
  'input-2.txt': 'two\n',
  results: null,
  'results/temperature.csv': 'hour,degrees\n0,18.2\n1,17.9\n2,17.5\n',
};
