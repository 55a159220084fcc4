import { LogIn } from 'lucide-react';
import type { ClientSource, ClientsState } from '../../../../preload/contract/systems/clients.ts';
import { useT } from '../../../i18n/index.ts';
import { useCommand } from '../../../kit/useCommand.ts';
import { RadioGroup } from '../../../ui/fields/RadioGroup.tsx';
import { Button } from '../../../ui/index.ts';

interface WaysProps {
  readonly state: ClientsState;
  readonly value: ClientSource;
  readonly onValueChange: (way: ClientSource) => void;
  /** Makes room for the session dialog. */
  readonly onClose: () => void;
  /** Asks first if something was typed. */
  readonly onLeave: (then: () => void) => void;
}

/** The ways to a new client; an unavailable one says why. */
export function Ways({ state, value, onValueChange, onClose, onLeave }: WaysProps) {
  const t = useT();
  const { run: openSession } = useCommand('session');
  const { ways, realm } = state;
  const order: readonly ClientSource[] = ['keycloak-admin', 'dynamic-registration', 'kept'];
  const offered = order.filter((way) => way !== 'keycloak-admin' || realm !== 'none');
  const whyNot = (way: ClientSource): string | undefined => {
    if (ways.includes(way)) return undefined;
    if (way === 'dynamic-registration') return t('clients.way.noRegistration');
    return realm === 'manages' || realm === 'none' ? undefined : t(`clients.realm.${realm}`);
  };
  const hintOf = (way: ClientSource) => (
    <>
      {whyNot(way)}
      {way === 'keycloak-admin' && realm === 'signed-out' && (
        <Button
          size="small"
          icon={LogIn}
          className="mt-1 flex"
          onClick={() =>
            onLeave(() => {
              onClose();
              openSession();
            })
          }
        >
          {t('clients.realm.signIn')}
        </Button>
      )}
    </>
  );
  return (
    <RadioGroup
      label={t('clients.way.label')}
      value={value}
      options={offered.map((way) => ({
        value: way,
        label: t(`clients.way.${way}`),
        disabled: !ways.includes(way),
        ...(ways.includes(way) ? {} : { hint: hintOf(way) }),
      }))}
      onValueChange={onValueChange}
    />
  );
}
