import type { ErrorCode } from '../../preload/contract/errors.ts';
import type { texts as english } from './en/index.ts';
import type { lateTexts as lateEnglish } from './en/late.ts';
import type { texts as japanese } from './ja/index.ts';
import type { lateTexts as lateJapanese } from './ja/late.ts';

/** The paths to all strings of T, joined with dots. */
type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}`;
}[keyof T & string];

type EnglishPath = Paths<typeof english> | Paths<typeof lateEnglish>;
type JapanesePath = Paths<typeof japanese> | Paths<typeof lateJapanese>;

/** `x_one` and `x_other` are one key `x` to callers, chosen by `count`. */
type WithoutPlural<P extends string> = P extends `${infer Key}_${'one' | 'other'}` ? Key : P;

/** Every key that `t` accepts. A wrong one does not compile. */
export type TextKey = WithoutPlural<EnglishPath>;

/** Keys available from the first screen on, for components of every window; the others load with their screens. */
export type FirstTextKey = WithoutPlural<Paths<typeof english>>;

/** Japanese has no singular form: English `x_one` has no counterpart there. */
type Expected = Exclude<EnglishPath, `${string}_one`>;

type Nothing<T extends never> = T;
/** Does not compile while a string of English is missing in Japanese; the message names the keys. @public */
export type MissingInJapanese = Nothing<Exclude<Expected, JapanesePath>>;
/** Does not compile while Japanese has a string that English does not have. @public */
export type UnknownInJapanese = Nothing<Exclude<JapanesePath, Expected>>;
/** Does not compile while an error code lacks one of its three sentences. @public */
export type MissingSentence = Nothing<
  Exclude<`errors.${ErrorCode}.${'what' | 'meaning' | 'next'}`, EnglishPath>
>;
