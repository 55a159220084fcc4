import { tourInChromium } from '../tour/chromium.ts';

tourInChromium('ja', 960, 640);
