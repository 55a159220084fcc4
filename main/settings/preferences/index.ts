import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import {
  defaultSettings,
  type Settings,
  settingsShape,
} from '../../../preload/contract/settings/settings.ts';
import type { SettingsFile } from '../../base/host.ts';

const key = 'settings';

/** Reads the settings file before the core exists: for the colours of the first frame. */
export function readSettings(file: Pick<SettingsFile, 'get'>): Settings {
  return read(file.get(key));
}

/** The user's settings in the host's settings file; a damaged part falls back to its default. */
export function createSettings({ file, emit }: { file: SettingsFile; emit: Emit }) {
  let settings = readSettings(file);
  const listeners = new Set<() => void>();
  function use(next: Settings): Settings {
    settings = next;
    emit('settings.changed', settings);
    for (const listener of listeners) listener();
    return settings;
  }
  function update(change: Partial<Settings>): Settings {
    const next = { ...settings, ...change };
    file.set(key, next);
    return use(next);
  }
  const calls: Handlers<'settings'> = {
    snapshot: async () => settings,
    update: async (change) => update(change),
  };
  return {
    calls,
    current: (): Settings => settings,
    update,
    /** Reads the file again, which a restore has replaced. */
    reload: () => void use(readSettings(file)),
    /** Called after every change. */
    onChange: (listener: () => void) => void listeners.add(listener),
  };
}

function read(stored: unknown): Settings {
  const record = typeof stored === 'object' && stored !== null ? stored : {};
  const result: Record<string, unknown> = { ...defaultSettings };
  for (const [name, shape] of Object.entries(settingsShape.shape)) {
    const parsed = shape.safeParse((record as Record<string, unknown>)[name]);
    if (parsed.success) result[name] = parsed.data;
  }
  return settingsShape.parse(result);
}
