import { Lock } from 'lucide-react';
import type { PolicyState } from '../../../../preload/contract/settings/policy.ts';
import { useLanguage, useT } from '../../../i18n/index.ts';
import { PolicyProblem } from '../../../kit/bars/PolicyProblem.tsx';
import { useFollowed } from '../../../kit/index.ts';
import { Bar, Facts, Mono } from '../../../ui/index.ts';
import { commonName } from '../../systems/certificates/index.ts';
import { Section } from './Section.tsx';

/** The operator's policy: its location, its parts in force, and its locks. Nothing without a policy. */
export function SitePolicy() {
  const t = useT();
  const { value } = useFollowed((stores) => stores.policy);
  if (value === null || value.sources.length === 0) return null;
  return (
    <Section title={t('policy.title')}>
      <p className="phrases text-text-soft">{t('policy.text')}</p>
      <Sources policy={value} />
      <Words policy={value} />
      <Locks policy={value} />
      <Values policy={value} />
    </Section>
  );
}

function Sources({ policy }: { readonly policy: PolicyState }) {
  const t = useT();
  const broken = policy.locks.length > 0 && policy.sources.some(({ problem }) => problem !== null);
  return (
    <>
      {broken && <Bar tone="warning">{t('policy.shut')}</Bar>}
      <dl className="flex flex-col gap-2">
        {policy.sources.map(({ kind, place, problem }) => (
          <div key={`${kind} ${place}`}>
            <dt>
              {t(`policy.places.${kind}`)}{' '}
              <span className={problem === null ? 'text-text-soft' : 'font-semibold'}>
                ({t(problem === null ? 'policy.followed' : 'policy.notFollowed')})
              </span>
            </dt>
            <dd className="wrap-anywhere">
              <Mono>{place}</Mono>
              {problem !== null && (
                <p className="phrases">
                  <PolicyProblem problem={problem} />
                </p>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Words({ policy: { texts } }: { readonly policy: PolicyState }) {
  const language = useLanguage();
  const text = (language === 'ja' ? texts.ja : texts.en) ?? texts.en ?? texts.ja;
  if (text === null || text.trim() === '') return null;
  return (
    <p className="border-line-strong border-l-2 pl-3 whitespace-pre-line wrap-anywhere">
      {text.trim()}
    </p>
  );
}

function Locks({ policy }: { readonly policy: PolicyState }) {
  const t = useT();
  if (policy.locks.length === 0) return null;
  return (
    <ul aria-label={t('policy.locked')} className="flex flex-col gap-2">
      {policy.locks.map(({ lock, places, later }) => (
        <li key={lock} className="flex gap-2">
          <Lock size={14} aria-hidden className="mt-1 shrink-0 text-text-soft" />
          <div className="min-w-0">
            <p className="phrases">{t(`policy.locks.${lock}`)}</p>
            <p className="phrases text-small text-text-soft wrap-anywhere">
              {later && <>{t('policy.later')} </>}
              {t('policy.by', { places: places.join(', ') })}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Values({ policy }: { readonly policy: PolicyState }) {
  const t = useT();
  const { proxy, updateFeed, authorities, systems } = policy;
  const by = (value: string, places: readonly string[]) => (
    <>
      <span className="wrap-anywhere">{value}</span>
      <span className="block text-small text-text-soft wrap-anywhere">
        {t('policy.by', { places: [...new Set(places)].join(', ') })}
      </span>
    </>
  );
  const placesOf = (all: readonly { readonly place: string }[]) => all.map(({ place }) => place);
  const proxyValue =
    proxy?.kind === 'manual'
      ? proxy.address
      : t(proxy?.kind === 'none' ? 'policy.proxyNone' : 'policy.proxySystem');
  const feed = updateFeed?.address === 'none' ? t('policy.updatesNone') : updateFeed?.address;
  const items = [
    ...(proxy === null ? [] : [{ label: t('policy.proxy'), value: by(proxyValue, [proxy.place]) }]),
    ...(updateFeed === null || feed === undefined
      ? []
      : [{ label: t('policy.updates'), value: by(feed, [updateFeed.place]) }]),
    ...(authorities.length === 0
      ? []
      : [
          {
            label: t('policy.authorities'),
            value: by(
              authorities.map(({ subject }) => commonName(subject)).join(', '),
              placesOf(authorities),
            ),
          },
        ]),
    ...(systems.length === 0
      ? []
      : [
          {
            label: t('policy.systems'),
            value: by(systems.map(({ name }) => name).join(', '), placesOf(systems)),
          },
        ]),
  ];
  return items.length === 0 ? null : <Facts items={items} />;
}
