import { LogIn, type LucideIcon, Settings2 } from 'lucide-react';
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
  const session = useCommand('session');
  const addresses = useCommand('client-places');
  const { ways, realm } = state;
  const order: readonly ClientSource[] = ['keycloak-admin', 'dynamic-registration', 'kept'];
  const offered = order.filter((way) => way !== 'keycloak-admin' || realm !== 'none');
  const whyNot = (way: ClientSource): string | undefined => {
    if (ways.includes(way)) return undefined;
    if (way === 'dynamic-registration') return t('clients.way.noRegistration');
    return realm === 'manages' || realm === 'none' ? undefined : t(`clients.realm.${realm}`);
  };
  const leaveFor = (open: () => void) => () =>
    onLeave(() => {
      onClose();
      open();
    });
  const helpOf = (way: ClientSource) => {
    if (way === 'dynamic-registration') {
      return <Help icon={Settings2} label={addresses.label} onPress={leaveFor(addresses.run)} />;
    }
    return way === 'keycloak-admin' && realm === 'signed-out' ? (
      <Help icon={LogIn} label={t('clients.realm.signIn')} onPress={leaveFor(session.run)} />
    ) : null;
  };
  return (
    <RadioGroup
      label={t('clients.way.label')}
      value={value}
      options={offered.map((way) => ({
        value: way,
        label: t(`clients.way.${way}`),
        disabled: !ways.includes(way),
        ...(ways.includes(way)
          ? {}
          : {
              hint: (
                <>
                  {whyNot(way)}
                  {helpOf(way)}
                </>
              ),
            }),
      }))}
      onValueChange={onValueChange}
    />
  );
}

interface HelpProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly onPress: () => void;
}

/** Leads to where a way becomes available. */
function Help({ icon, label, onPress }: HelpProps) {
  return (
    <Button size="small" icon={icon} className="mt-1 flex" onClick={onPress}>
      {label}
    </Button>
  );
}
