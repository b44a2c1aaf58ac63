import { mount } from 'svelte'
import Phone from './Phone.svelte'
import { language } from '../setup/words'
import '../style.css'

document.documentElement.lang = language

const target = document.getElementById('app')
if (target) mount(Phone, { target })
