import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { prefs } from './lib/prefs.svelte';

prefs.apply();
const target = document.getElementById('app');
if (target) mount(App, { target });
