import type { Phrases } from './phrases.ts';

const topics = [
  [
    'Start from a small case',
    'Run the smallest input that still shows the effect, and keep its output. A run of two minutes that you can repeat teaches more than a run of two days that you cannot.',
  ],
  [
    'Measure before changing',
    'Write down wall time, memory and the share of time spent waiting for files. Change one thing, measure again, and keep the change only if the figures say so.',
  ],
  [
    'Mind the file system',
    'Many small files are slower than one large file. Pack inputs into an archive, unpack them on local scratch, and copy results back once at the end.',
  ],
  [
    'Ask for what you need',
    'A request for fewer nodes and a realistic time limit starts sooner, because the scheduler can fit it into gaps.',
  ],
  [
    'Save your state',
    'Write a checkpoint often enough that losing the work since the last one does not hurt, and test that a restart from it gives the same result.',
  ],
  [
    'Keep a record',
    'Note the version of the program, the input, the modules loaded and the command line. A result without them cannot be reproduced.',
  ],
] as const;

const words: Readonly<Record<string, string>> = {
  up: 'up',
  degraded: 'degraded: expect less of it',
  down: 'down',
  maintenance: 'under maintenance',
  unknown: 'in a state that the app does not know',
};

export const english: Phrases = {
  notice: '*Demo system: this answer was put together by a script, not by a language model.*',
  thinking: (question, kind) =>
    `The user wrote: "${question}". This looks like a request for ${kind}. I am the demo's script, so I should say so, answer in English, and keep the structure easy to read.\n`,
  greeting: [
    'Hello! I am the **demo system** of Compute Desk. Try one of these:',
    '',
    '- *Which machines can I use now?* with the tool `machine_states` on',
    '- *Show me some code* for a highlighted code block',
    '- *Make a table* or *show some maths* or *draw a diagram*',
    '- *Give me a long answer* to watch several thousand tokens stream',
    '- *What is 12 * (3 + 4)?* for a small sum',
    '- an attached image, with a model that takes images',
  ].join('\n'),
  general: (question) =>
    [
      `You asked:\n\n> ${question}`,
      '',
      'The demo has no model, so it cannot answer this question. It has answers to these:',
      '',
      '- *Which machines can I use now?*, with the tool `machine_states` on',
      '- *Is gpu-main up?* and *What time is it?*, with their tools on',
      '- *Show me some code*, *make a table*, *show some maths*, *draw a diagram*',
      '- *What is 12 * (3 + 4)?*, and *Give me a long answer* of several thousand tokens',
      '- an attached text, or an image with a model that takes images',
      '',
      'With a real system connected, a model answers the question itself here.',
    ].join('\n'),
  code: [
    'A batch script, and the Python program that it runs:',
    '',
    '```bash',
    '#!/bin/bash',
    '#SBATCH --job-name=mean',
    '#SBATCH --nodes=1',
    '#SBATCH --time=00:10:00',
    '',
    'module load python',
    'srun python mean.py samples.csv',
    '```',
    '',
    '```python',
    'import csv',
    'import sys',
    '',
    '',
    'def mean(path: str) -> float:',
    '    """Mean of the first column of a CSV file."""',
    '    total, count = 0.0, 0',
    '    with open(path, newline="", encoding="utf-8") as file:',
    '        for row in csv.reader(file):',
    '            total += float(row[0])',
    '            count += 1',
    '    return total / count if count else float("nan")',
    '',
    '',
    'if __name__ == "__main__":',
    '    print(f"{mean(sys.argv[1]):.6g}")',
    '```',
    '',
    'The file is read line by line, so memory stays flat however long it is.',
  ].join('\n'),
  table: [
    '| Partition | Nodes | Memory per node | Meant for |',
    '|---|---:|---:|---|',
    '| `cpu-main` | 1,536 | 256 GiB | parallel jobs |',
    '| `gpu-main` | 384 | 1 TiB | training and simulation |',
    '| `gpu-interactive` | 24 | 512 GiB | notebooks, debugging |',
    '| `large-memory` | 16 | 6 TiB | assembly, graphs |',
    '',
    'The figures describe the demo only.',
  ].join('\n'),
  maths: [
    "Amdahl's law bounds the speed-up $S$ of a program with a parallel share $p$ on $n$ processors:",
    '',
    '$$',
    'S(n) = \\frac{1}{(1 - p) + \\dfrac{p}{n}}',
    '$$',
    '',
    'For $p = 0.95$ and $n = 64$ this gives $S \\approx 15.4$, and no $n$ can exceed $\\frac{1}{1-p} = 20$.',
  ].join('\n'),
  diagram: [
    '```mermaid',
    'flowchart LR',
    '  A[Submit] --> B{Nodes free?}',
    '  B -- yes --> C[Run]',
    '  B -- no --> D[Wait in queue]',
    '  D --> B',
    '  C --> E[Results]',
    '```',
    '',
    'A job waits until enough nodes are free, then runs.',
  ].join('\n'),
  sum: (expression, value) => `\`${expression}\` is **${value}**.`,
  images: (descriptions) =>
    [
      'What I can tell about what you attached:',
      '',
      ...descriptions,
      '',
      'A real model would describe what is in it.',
    ].join('\n'),
  image: (index, type, size, pixels) => `${index}. ${type}, ${size}, ${pixels}`,
  machines(machines, question) {
    const named = machines.filter(({ name }) => question.includes(name));
    if (named.length > 0) {
      return named
        .map(({ name, state }) => `**${name}** is ${words[state] ?? state}.`)
        .join('\n\n');
    }
    const up = machines.filter(({ state }) => state === 'up');
    const others = machines.filter(({ state }) => state !== 'up');
    const list = new Intl.ListFormat('en').format(up.map(({ name }) => `**${name}**`));
    return [
      up.length === 0
        ? 'No machine is fully up now.'
        : `You can use ${up.length} of ${machines.length} machines: ${list}.`,
      ...(others.length === 0 ? [] : ['', 'The others:', '']),
      ...others.map(({ name, state }) => `- **${name}** is ${words[state] ?? state}`),
    ].join('\n');
  },
  jobs: (jobs) =>
    jobs.length === 0
      ? 'You have no jobs that run, wait or ended lately.'
      : [
          `You have ${jobs.length} ${jobs.length === 1 ? 'job' : 'jobs'}, the newest first:`,
          '',
          ...jobs.map(
            ({ id, name, machine, state }) => `- **${name}** (${id}) on ${machine}: ${state}`,
          ),
        ].join('\n'),
  history: (machine, availability) =>
    availability === null
      ? `**${machine}** was not observed in that time.`
      : `**${machine}** was up ${(availability * 100).toFixed(1)} % of the observed time.`,
  time: (local, utc) => `It is **${local}**, in UTC ${utc}.`,
  toolOff: (name) =>
    `I need the tool \`${name}\` for that. Turn it on under **Tools** above the message field, and ask again.`,
  refused: 'The call was not allowed, so I cannot answer this question.',
  files: (files) =>
    [
      'You attached:',
      '',
      ...files.map(({ name, lines }) =>
        lines === null
          ? `- \`${name}\``
          : `- \`${name}\`: ${lines} ${lines === 1 ? 'line' : 'lines'}`,
      ),
      '',
      'A real model would read and explain it.',
    ].join('\n'),
  toolResults: (results) =>
    ['The tools answered:', '', ...results.map((one) => `\`\`\`\n${one}\n\`\`\`\n`)].join('\n'),
  toolCallIntro: (names) => `I need ${names.map((name) => `\`${name}\``).join(' and ')} for that.`,
  longTitle: (question) => `# A long answer\n\n> ${question}\n`,
  longSection: (index) => {
    const [title, text] = topics[index % topics.length] ?? ['', ''];
    return [
      `## ${index + 1}. ${title}`,
      '',
      text,
      '',
      `- Step ${index + 1}.1: look at what the program does with its time.`,
      `- Step ${index + 1}.2: pick the largest share, and ask why it is needed at all.`,
      `- Step ${index + 1}.3: check the result against the one from before.`,
      '',
    ].join('\n');
  },
};
