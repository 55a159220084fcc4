/** 2,000 texts as they stand in chats of users of a compute system, the same in each run. */
const subjects = [
  'APIキー',
  'GPUサーバー',
  '2026年度予算',
  'CPU使用率',
  'Pythonスクリプト',
  'C++17のコンパイラ',
  'MPIプロセス',
  'H100ノード',
  'x86_64バイナリ',
  'SSH接続',
  'CUDAカーネル',
  '東京都庁の計算機センター',
  '京都の共同研究',
  '数値シミュレーション',
  'ﾃｽﾄｹｰｽ',
  'ＡＰＩの仕様書',
  'ジョブスケジューラー',
  '流体解析コード',
  '3次元FFT',
  'LLMの推論',
  'Wi-Fiアクセスポイント',
  'e-Scienceの基盤',
  '第3回運営会議',
  'ログインノード',
  '㈱計算機の見積書',
  'ファイルシステム',
  'ﾊﾟﾌｫｰﾏﾝｽ測定',
  '髙橋さんの口座',
  '葛\u{e0100}飾区の回線',
  'が行の発音辞書'.normalize('NFD'),
] as const;
const predicates = [
  'を確認してください。',
  'が足りないので申請します。',
  'について教えてください',
  'の設定を変更しました。',
  'でエラーが発生しています！',
  'は来週までに更新される予定です。',
  'を再起動したら直りました🎉',
  'の結果を表にまとめて。',
  'が遅いのはなぜですか？',
  'へ移行する手順',
  'は50%ほど改善した',
  'に「権限がありません」と表示される',
  'を¥1,200,000で調達する',
  'は未対応（調査中）です。',
] as const;
const english = [
  'The café in building B-12 is closed on Mondays.',
  'naïve Bayes classifier with résumé data',
  'Please résubmit the job with more memory.',
  'Streaming with backpressure over HTTP/2',
  'How do I write a C++ template with C# interop?',
  'error: undefined reference to `MPI_Init@GLIBC_2.34`',
  'Use --nodes=4 --ntasks-per-node=8 and check the queue.',
  'std::vector<std::unique_ptr<Node>> nodes;',
  'Ångström units, Größe and façade',
  'segmentation fault (core dumped) at 0x7fffdeadbeef',
  'user@example.ac.jp wrote to ~/project/.ssh/config',
  'export OMP_NUM_THREADS=16 && ./a.out > log.txt 2>&1',
  'E = mc², x ≤ y, ∑ᵢ aᵢ and 5 µm',
  'The ﬁle was oﬄine for ½ hour',
  'cafe\u0301 with a combining accent',
  'thumbs up 👍🏽 and a family 👨‍👩‍👧 and ❤️',
  '한국어 문서와 서울대학교 계산 센터',
  'Москва: вычислительный кластер',
  'INSERT INTO jobs (id) VALUES (42); -- done',
  'if (a && b || !c) { return x[i] ^ y; }',
] as const;
const scripts = [
  '#!/bin/bash\n#SBATCH --nodes=2\n#SBATCH --time=01:00:00\nsrun ./solver',
  '#SBATCH --nodes 4\n#SBATCH --gres=gpu:2\nmodule load cuda/12.4',
  '#PJM -L "node=12"\n#PJM -g group1\nmpiexec ./run',
  '```python\nimport numpy as np\nprint(np.float64(1e-9))\n```',
  '| 項目 | 値 |\n|---|---|\n| メモリー | 512GB |',
  '```cpp\n#include <iostream>\nint main() { std::cout << "計算"; }\n```',
  'def 平均(values):\n    return sum(values) / len(values)  # 算術平均',
  '{"error": {"code": "quota_exceeded", "message": "予算の上限です"}}',
] as const;

/** As many as asked for; mixed by a generator of its own. */
export function searchedTexts(count = 2000): string[] {
  let state = 20_261_122;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const one = (list: readonly string[]): string => list[below(list.length)] ?? '';
  const sentence = (): string => one(subjects) + one(predicates);
  const kinds = [
    sentence,
    () => `${sentence()}${sentence()}`,
    () => `${one(english)} ${sentence()}`,
    () => one(english),
    () => `${one(subjects)}と${one(subjects)}${one(predicates)}`,
    () => `${sentence()}\n\n${one(scripts)}`,
    () => `${one(scripts)}\n${one(english)}`,
    () => `job-${below(100_000)}${one(subjects)}ID=${below(1 << 24).toString(16)}`,
    () => `令和${1 + below(9)}年${1 + below(12)}月${1 + below(28)}日の${sentence()}`,
  ];
  return Array.from({ length: count }, () => (kinds[below(kinds.length)] ?? sentence)());
}
