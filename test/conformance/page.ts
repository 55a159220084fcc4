import '../../renderer/styles/app.css';
import '../../renderer/markdown/markdown.css';
import '../../renderer/markdown/print.css';
import '../../renderer/markdown/code.css';
import '../../renderer/markdown/html.css';
import { compare } from './shown.ts';

Object.assign(globalThis, { compare });
