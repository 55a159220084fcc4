import { tourInChromium } from '../tour/chromium.ts';

tourInChromium('en', 1280, 800);
