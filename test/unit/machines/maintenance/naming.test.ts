import { describe, expect, test } from 'vitest';
import { createNames } from '../../../../main/machines/maintenance/naming/index.ts';

const named = (machines: readonly string[], text: string): string[] =>
  createNames(machines.map((name) => ({ name })))
    .namedIn(text)
    .map(({ name }) => name)
    .sort();

const nodes = ['node01', 'node02', 'node03', 'node04', 'node05', 'node10'];

describe('a name counts beside any script', () => {
  test.each([
    ['steadyの保守', 'steady'],
    ['【重要】STEADYメンテナンスのお知らせ', 'steady'],
    ['ｓｔｅａｄｙの定期保守', 'steady'],
    ['定期保守(steady)', 'steady'],
    ['保守：steady', 'steady'],
    ['steady定期維護', 'steady'],
    ['将对steady进行维护', 'steady'],
    ['steady는 점검 중입니다', 'steady'],
    ['정기점검steady', 'steady'],
    ['ปิดปรับปรุงsteadyวันนี้', 'steady'],
    ['ບຳລຸງຮັກສາsteadyມື້ນີ້', 'steady'],
    ['Обслуживание steady', 'steady'],
    ['Обслуживаниеsteadyсегодня', 'steady'],
    ['συντήρηση steady', 'steady'],
    ['صيانةsteadyاليوم', 'steady'],
    ['保守_steady_再起動', 'steady'],
    ['steady-の停止', 'steady'],
    ['12月1日steady停止', 'steady'],
    ['steady\u200Bdown', 'steady'],
  ])('%s', (text, name) => {
    expect(named(['steady', 'fast'], text)).toEqual([name]);
  });

  test.each([
    ['富岳定期保守', '富岳'],
    ['富岳の保守', '富岳'],
    ['12月15日富岳停止', '富岳'],
    ['富岳12月15日停止', '富岳'],
    ['京の停止', '京'],
    ['不老TypeⅠの保守', '不老TypeⅠ'],
    ['不老 TypeI の保守', '不老TypeⅠ'],
    ['不老Ｔｙｐｅ Ⅱ', ''],
    ['ログインノードの停止', 'ログインノード'],
    ['ﾛｸﾞｲﾝﾉｰﾄﾞの停止', 'ログインノード'],
    ['ログインノードメンテナンス', 'ログインノード'],
    ['天河二号维护通知', '天河二号'],
    ['누리온의 점검', '누리온'],
    ['누리온 정기점검', '누리온'],
    ['Ломоносов остановлен', 'Ломоносов'],
    ['ปิดลันตาวันนี้', 'ลันตา'],
  ])('names of other letters: %s', (text, name) => {
    const machines = ['富岳', '京', '不老TypeⅠ', 'ログインノード', '天河二号', '누리온'];
    expect(named([...machines, 'Ломоносов', 'ลันตา'], text)).toEqual(name === '' ? [] : [name]);
  });
});

test.each([
  ['steadystateの保守', ['steady']],
  ['unsteady', ['steady']],
  ['steady-state', ['steady']],
  ['steady2号機', ['steady']],
  ['node10の停止', ['node1']],
  ['node1aの停止', ['node1']],
  ['node1-a is down', ['node1']],
  ['xnode1', ['node1']],
  ['東京の保守', ['京']],
  ['京都大学の停電', ['京']],
  ['新富岳の導入', ['富岳']],
  ['富岳2の保守', ['富岳']],
  ['Ломоносовский', ['Ломоносов']],
  ['누리온즈', ['누리온']],
  ['https://steady.example.org/news', ['steady']],
  ['help@steady.example.org', ['steady']],
  ['A short maintenance', ['A']],
  ['Planned: A short maintenance', ['A']],
  ['I will restart it', ['I']],
  ['for all users', ['all', 'users of it']],
  ['at 12:00 in room 1', ['1', '12']],
  ['cpu maintenance', ['cpu.main']],
])('a name in another word, a longer name or a usual word does not count: %s', (text, machines) => {
  expect(named(machines, text)).toEqual([]);
});

test.each([
  ['Maintenance of A', 'A'],
  ['machine A', 'A'],
  ['[A] maintenance', 'A'],
  ['A: maintenance', 'A'],
  ['Aの保守', 'A'],
  ['A is patched', 'A'],
  ['A', 'A'],
  ['ノード 1', '1'],
  ['node 1 is down', '1'],
])('a usual word counts where it is meant as a name: %s', (text, name) => {
  expect(named(['A', '1'], text)).toEqual([name]);
});

test('the longest name is meant', () => {
  expect(named(['富岳', '富岳NEXT'], '富岳NEXTの保守')).toEqual(['富岳NEXT']);
  expect(named(['GPU', 'GPU A'], 'gpu a is down')).toEqual(['GPU A']);
  expect(named(['steady', 'fast'], 'steady・fastの保守')).toEqual(['fast', 'steady']);
});

describe('ranges', () => {
  test.each([
    ['node[01-03]の保守', '01 02 03'],
    ['node[01,03-05]', '01 03 04 05'],
    ['node[01, 03]', '01 03'],
    ['ｎｏｄｅ［０１－０３］', '01 02 03'],
    ['node{01..02}', '01 02'],
    ['node{01,05}', '01 05'],
    ['node(01-02)', '01 02'],
    ['node01-node03', '01 02 03'],
    ['node01 - node03', '01 02 03'],
    ['node01-03の停止', '01 02 03'],
    ['node01〜03', '01 02 03'],
    ['node01～03を停止', '01 02 03'],
    ['node01–03', '01 02 03'],
    ['node01〜node03', '01 02 03'],
    ['node01..node03', '01 02 03'],
    ['node01 から node03 まで', '01 02 03'],
    ['node01からnode03まで', '01 02 03'],
    ['node01 to node03', '01 02 03'],
    ['node01・02・05', '01 02 05'],
    ['node01/02', '01 02'],
    ['node01、03-05を停止', '01 03 04 05'],
    ['node[01-10]', '01 02 03 04 05 10'],
    ['node[01-1000000000]', ''],
    ['node[01-', ''],
    ['node[x', ''],
    ['node[03-01]', ''],
    ['xnode[01-03]', ''],
    ['node[01-03]x', ''],
    ['node[1-3]', ''],
    ['node01-03月', ''],
  ])('%s', (text, found) => {
    const names = found === '' ? [] : found.split(' ').map((one) => `node${one}`);
    expect(named(nodes, text)).toEqual(names);
  });

  test('of several brackets, letters, other scripts, and hosts', () => {
    const racks = ['r1n01', 'r1n02', 'r2n01', 'r2n03', 'r3n01'];
    expect(named(racks, 'r[1-2]n[01-02] 停止')).toEqual(['r1n01', 'r1n02', 'r2n01']);
    expect(named(['racka', 'rackb', 'rackd'], 'rack[a-c]')).toEqual(['racka', 'rackb']);
    expect(named(['ノード1', 'ノード2', 'ノード3'], '計算ノード[1-2]を停止')).toEqual([
      'ノード1',
      'ノード2',
    ]);
    expect(named(['ノード1', 'ノード2', 'ノード3'], 'ノード1〜ノード2の停止')).toEqual([
      'ノード1',
      'ノード2',
    ]);
    const hosts = ['gpu-a01.example.org', 'gpu-a02.example.org', 'gpu-a03.example.org'];
    expect(named(hosts, 'gpu-a[01-02]')).toEqual(hosts.slice(0, 2));
    expect(named(hosts, 'gpu-a[01-02].example.org.')).toEqual(hosts.slice(0, 2));
    expect(named(hosts, 'gpu-a02-gpu-a03')).toEqual(hosts.slice(1));
    expect(named(['node1', 'node10', 'node9'], 'node[9-10]')).toEqual(['node10', 'node9']);
  });

  test('a machine that is called like a range is itself', () => {
    expect(named(['node01-03', ...nodes], 'node01-03')).toEqual(['node01-03']);
  });
});

test('a host is named in short, and a short name by its host', () => {
  const hosts = ['node1.example.org', 'node10.example.org', 'login.hpc.example.org'];
  expect(named(hosts, 'node1の保守')).toEqual(['node1.example.org']);
  expect(named(hosts, 'NODE1.EXAMPLE.ORG')).toEqual(['node1.example.org']);
  expect(named(hosts, 'login is down')).toEqual(['login.hpc.example.org']);
  expect(named(['node1.local'], 'node1')).toEqual(['node1.local']);
  expect(named(['node1', 'node2'], 'node1.example.org is down')).toEqual(['node1']);
  // two that are called alike in short
  expect(named(['node1.a.example', 'node1.b.example'], 'node1')).toEqual([]);
  expect(named(['node1', 'node1.b.example'], 'node1')).toEqual(['node1']);
});
