import { Ellipsis, Monitor, Moon, Plus, Sun } from 'lucide-react';
import { useState } from 'react';
import { useLanguage } from '../../i18n/index.ts';
import { RadioGroup } from '../fields/RadioGroup.tsx';
import { Switch } from '../fields/Switch.tsx';
import {
  Button,
  Checkbox,
  IconButton,
  KeyHint,
  PasswordField,
  Segmented,
  Select,
  Spinner,
  TextArea,
  TextField,
} from '../index.ts';
import { Section } from './Section.tsx';
import { texts } from './texts.ts';

export function ButtonsSection() {
  const w = texts[useLanguage()];
  return (
    <Section title={w.buttons}>
      <div className="gallery-row">
        <Button variant="primary" icon={Plus}>
          {w.create}
        </Button>
        <Button>{w.save}</Button>
        <Button variant="danger">{w.remove}</Button>
        <Button variant="risk">{w.remove}</Button>
        <Button variant="quiet">{w.more}</Button>
        <Button busy>{w.waiting}</Button>
        <Button variant="primary" busy>
          {w.waiting}
        </Button>
        <Button disabled>{w.save}</Button>
        <Button variant="primary" disabled>
          {w.save}
        </Button>
        <Button size="small">{w.save}</Button>
        <IconButton icon={Ellipsis} label={w.more} keys="mod+k" />
        <IconButton icon={Ellipsis} label={w.more} size="small" />
        <KeyHint keys="mod+shift+k" />
        <KeyHint keys="enter" />
        <Spinner label={w.waiting} />
      </div>
    </Section>
  );
}

export function FieldsSection() {
  const w = texts[useLanguage()];
  const [name, setName] = useState('Alpha');
  const [address, setAddress] = useState('https://api.alpha.example.org/v1');
  const [secret, setSecret] = useState('correct horse');
  const [notes, setNotes] = useState('');
  const [model, setModel] = useState('large');
  return (
    <Section title={w.fields}>
      <div className="gallery-grid">
        <TextField label={w.name} value={name} onValueChange={setName} optional />
        <TextField
          label={w.address}
          hint={w.addressHint}
          mono
          value={address}
          onValueChange={setAddress}
          status={{ kind: 'good', text: w.good }}
        />
        <TextField
          label={w.address}
          mono
          value={address}
          onValueChange={setAddress}
          status={{ kind: 'checking', text: w.checking }}
        />
        <TextField
          label={w.address}
          mono
          value={address}
          onValueChange={setAddress}
          problem={w.bad}
        />
        <PasswordField label={w.passphrase} value={secret} onValueChange={setSecret} />
        <TextArea
          label={w.notes}
          value={notes}
          onValueChange={setNotes}
          placeholder={w.addressHint}
        />
        <Select
          label={w.region}
          value={model}
          onValueChange={setModel}
          options={[
            { value: 'large', label: 'large-instruct-120b' },
            { value: 'small', label: 'small-instruct-8b' },
          ]}
        />
        <TextField label={w.name} value={name} onValueChange={setName} disabled />
      </div>
    </Section>
  );
}

export function ChoicesSection() {
  const w = texts[useLanguage()];
  const [on, setOn] = useState(true);
  const [theme, setTheme] = useState<'light' | 'dark' | 'system'>('system');
  const [way, setWay] = useState<'app' | 'browser'>('app');
  const themes = [
    { value: 'light', label: w.light, icon: Sun },
    { value: 'dark', label: w.dark, icon: Moon },
    { value: 'system', label: w.system, icon: Monitor },
  ] as const;
  return (
    <Section title={w.choices}>
      <div className="gallery-grid">
        <div className="gallery-stack">
          <Switch label={w.notify} hint={w.notifyHint} checked={on} onCheckedChange={setOn} />
          <Switch label={w.notify} checked={!on} onCheckedChange={(checked) => setOn(!checked)} />
          <Switch label={w.notify} checked={false} onCheckedChange={setOn} disabled />
        </div>
        <div className="gallery-stack">
          <Checkbox label={w.notify} hint={w.notifyHint} checked={on} onCheckedChange={setOn} />
          <Checkbox label={w.notify} checked={!on} onCheckedChange={(checked) => setOn(!checked)} />
          <Checkbox label={w.notify} checked="mixed" onCheckedChange={setOn} />
        </div>
        <RadioGroup
          label={w.way}
          value={way}
          onValueChange={setWay}
          options={[
            { value: 'app', label: w.inApp, hint: w.inAppHint },
            { value: 'browser', label: w.browser, hint: w.browserHint },
          ]}
        />
        <Segmented label={w.theme} value={theme} onValueChange={setTheme} options={themes} />
      </div>
    </Section>
  );
}
