import { mount } from 'svelte'
import Health from './Health.svelte'
import { language } from '../setup/words'
import '../style.css'

document.documentElement.lang = language
const target = document.getElementById('app')
if (target) mount(Health, { target })
