#!/usr/bin/env node
// The build copies the script of the whole command line there.
import '../dist/botwright.js';
