import {
  BadgeCheck,
  Cpu,
  KeyRound,
  type LucideIcon,
  MessageSquare,
  Settings as SettingsIcon,
} from 'lucide-react';
import type { Screen } from '../../kit/index.ts';

export const screenIcons: Readonly<Record<Screen, LucideIcon>> = {
  machines: Cpu,
  chat: MessageSquare,
  clients: KeyRound,
  certificates: BadgeCheck,
  settings: SettingsIcon,
};
