import { useT } from '../../../i18n/index.ts';
import { useFollowed } from '../../../kit/index.ts';
import { Copyable } from '../../../ui/index.ts';

/** The app's redirect URLs, to be entered when creating a client for its sign-in. */
export function AppUrls() {
  const t = useT();
  const session = useFollowed((stores) => stores.session).value;
  if (session === null) return null;
  const urls = new Set(session.ways.map((way) => session.redirectUrls[way]));
  return (
    <div className="text-small">
      <p className="phrases text-text-soft">{t('clients.appUrls')}</p>
      <ul>
        {[...urls].map((url) => (
          <li key={url}>
            <Copyable value={url} name={t('session.redirectUrl')} />
          </li>
        ))}
      </ul>
    </div>
  );
}
