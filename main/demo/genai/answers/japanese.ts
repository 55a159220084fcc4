import type { Phrases } from './phrases.ts';

const topics = [
  [
    '小さな例から始める',
    '効果が確かめられる最小の入力で実行し、その出力を保存します。繰り返せない二日間の計算より、繰り返せる二分間の計算のほうが多くのことを教えてくれます。',
  ],
  [
    '変える前に測る',
    '実行時間、メモリ使用量、ファイル待ちの割合を記録します。一度に一つだけ変更し、もう一度測り、数値が良くなったときだけ残します。',
  ],
  [
    'ファイルシステムに気を配る',
    '小さなファイルを多数扱うより、大きなファイル一つのほうが高速です。入力はまとめて保存し、ローカルの作業領域に展開し、結果は最後に一度だけ書き戻します。',
  ],
  [
    '必要な分だけ要求する',
    'ノード数を抑え、現実的な制限時間を指定したジョブは、空きに収まりやすく、早く始まります。',
  ],
  [
    '状態を保存する',
    '失っても困らない間隔でチェックポイントを書き、そこから再開して同じ結果になることを確かめます。',
  ],
  [
    '記録を残す',
    'プログラムの版、入力、読み込んだモジュール、コマンドラインを書き残します。記録のない結果は再現できません。',
  ],
] as const;

const words: Readonly<Record<string, string>> = {
  up: '稼働中',
  degraded: '一部障害',
  down: '停止中',
  maintenance: '保守中',
  unknown: '不明な状態',
};

const jobStates: Readonly<Record<string, string>> = {
  waiting: '待機中',
  running: '実行中',
  done: '完了',
  failed: '失敗',
  limit: '時間切れ',
  cancelled: '取り消し',
};

export const japanese: Phrases = {
  notice: '*デモシステム: この回答は言語モデルではなく、スクリプトが作成しました。*',
  thinking: (question, kind) =>
    `ユーザーは「${question}」と書いている。${kind}を求めているようだ。私はデモのスクリプトなので、そのことを伝え、日本語で、読みやすい構成で答える。\n`,
  greeting: [
    'こんにちは。Compute Desk の**デモシステム**です。次のように話しかけてみてください。',
    '',
    '- 「今使えるマシンはどれですか？」（ツール `machine_states` をオンにした場合）',
    '- 「コードを見せて」: 色付きのコードブロック',
    '- 「表を作って」「数式を見せて」「図を描いて」',
    '- 「長い回答をください」: 数千トークンの逐次表示',
    '- 「12 * (3 + 4) は？」: 簡単な計算',
    '- 画像の添付 (画像入力に対応したモデルで)',
  ].join('\n'),
  general: (question) =>
    [
      `ご質問:\n\n> ${question}`,
      '',
      'デモにはモデルがないため、この質問には答えられません。次の質問には答えられます。',
      '',
      '- 「今使えるマシンはどれですか？」（ツール `machine_states` をオンにした場合）',
      '- 「gpu-main の状態は？」「今何時ですか？」（それぞれのツールをオンにした場合）',
      '- 「コードを見せて」「表を作って」「数式を見せて」「図を描いて」',
      '- 「12 * (3 + 4) は？」、数千トークンの「長い回答をください」',
      '- 添付したテキストや画像（画像は、画像入力に対応したモデルで）',
      '',
      '実際のシステムに接続すると、ここでモデルが質問そのものに答えます。',
    ].join('\n'),
  code: [
    'ジョブスクリプトと、そこから実行する Python プログラムの例です。',
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
    '    """CSV ファイルの第一列の平均"""',
    '    total, count = 0.0, 0',
    '    with open(path, newline="", encoding="utf-8") as file:',
    '        for row in csv.reader(file):',
    '            total += float(row[0])',
    '            count += 1',
    '    return total / count if count else float("nan")',
    '',
    '',
    'print(f"{mean(sys.argv[1]):.6g}")',
    '```',
    '',
    '一行ずつ読むので、ファイルが長くてもメモリ使用量は増えません。',
  ].join('\n'),
  table: [
    '| パーティション | ノード数 | ノードあたりメモリ | 用途 |',
    '|---|---:|---:|---|',
    '| `cpu-main` | 1,536 | 256 GiB | 並列ジョブ |',
    '| `gpu-main` | 384 | 1 TiB | 学習、シミュレーション |',
    '| `gpu-interactive` | 24 | 512 GiB | ノートブック、デバッグ |',
    '| `large-memory` | 16 | 6 TiB | 大規模グラフ |',
    '',
    '数値はデモのものです。',
  ].join('\n'),
  maths: [
    '並列化できる割合を $p$、プロセッサ数を $n$ とすると、速度向上 $S$ はアムダールの法則で抑えられます。',
    '',
    '$$',
    'S(n) = \\frac{1}{(1 - p) + \\dfrac{p}{n}}',
    '$$',
    '',
    '$p = 0.95$、$n = 64$ のとき $S \\approx 15.4$ で、$n$ をいくら増やしても $\\frac{1}{1-p} = 20$ を超えません。',
  ].join('\n'),
  diagram: [
    '```mermaid',
    'flowchart LR',
    '  A[投入] --> B{空きノードあり?}',
    '  B -- はい --> C[実行]',
    '  B -- いいえ --> D[待機]',
    '  D --> B',
    '  C --> E[結果]',
    '```',
    '',
    'ジョブは必要なノードが空くまで待ち、それから実行されます。',
  ].join('\n'),
  sum: (expression, value) => `\`${expression}\` は **${value}** です。`,
  images: (descriptions) =>
    [
      '添付された画像について分かることは次のとおりです。',
      '',
      ...descriptions,
      '',
      '実際のモデルなら内容を説明します。',
    ].join('\n'),
  image: (index, type, size, pixels) => `${index}. ${type}、${size}、${pixels}`,
  machines(machines, question) {
    const named = machines.filter(({ name }) => question.includes(name));
    if (named.length > 0) {
      return named
        .map(({ name, state }) => `**${name}** は${words[state] ?? state}です。`)
        .join('\n\n');
    }
    const up = machines.filter(({ state }) => state === 'up');
    const others = machines.filter(({ state }) => state !== 'up');
    const list = up.map(({ name }) => `**${name}**`).join('、');
    return [
      up.length === 0
        ? '今すぐ使えるマシンはありません。'
        : `${machines.length} 台のうち ${up.length} 台を使えます：${list}。`,
      ...(others.length === 0 ? [] : ['', 'そのほかのマシンの状態は次のとおりです。', '']),
      ...others.map(({ name, state }) => `- **${name}**：${words[state] ?? state}`),
    ].join('\n');
  },
  jobs: (jobs) =>
    jobs.length === 0
      ? '実行中、待機中、または最近終了したジョブはありません。'
      : [
          `ジョブは ${jobs.length} 件です（新しい順）。`,
          '',
          ...jobs.map(
            ({ id, name, machine, state }) =>
              `- **${name}**（${id}、${machine}）：${jobStates[state] ?? state}`,
          ),
        ].join('\n'),
  history: (machine, availability) =>
    availability === null
      ? `その期間、**${machine}** は観測していません。`
      : `**${machine}** は、観測した時間の ${(availability * 100).toFixed(1)} % で稼働していました。`,
  time: (local, utc) => `現在の時刻は **${local}** です（UTC では ${utc}）。`,
  toolOff: (name) =>
    `この質問に答えるには、ツール \`${name}\` が必要です。入力欄の上の**ツール**でオンにして、もう一度質問してください。`,
  refused: 'ツールの実行が許可されなかったため、この質問には答えられません。',
  files: (files) =>
    [
      '添付されたファイルは次のとおりです。',
      '',
      ...files.map(({ name, lines }) =>
        lines === null ? `- \`${name}\`` : `- \`${name}\`（${lines} 行）`,
      ),
      '',
      '実際のモデルなら内容を読んで説明します。',
    ].join('\n'),
  toolResults: (results) =>
    ['ツールの結果です。', '', ...results.map((one) => `\`\`\`\n${one}\n\`\`\`\n`)].join('\n'),
  toolCallIntro: (names) => `${names.map((name) => `\`${name}\``).join(' と ')} を使います。`,
  longTitle: (question) => `# 長い回答\n\n> ${question}\n`,
  longSection: (index) => {
    const [title, text] = topics[index % topics.length] ?? ['', ''];
    return [
      `## ${index + 1}. ${title}`,
      '',
      text,
      '',
      `- 手順 ${index + 1}.1: プログラムが何に時間を使っているかを見る。`,
      `- 手順 ${index + 1}.2: 最も大きな部分を選び、そもそも必要かを考える。`,
      `- 手順 ${index + 1}.3: 以前の結果と比べる。`,
      '',
    ].join('\n');
  },
};
