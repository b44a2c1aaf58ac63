import { mount } from 'svelte'
import Setup from './Setup.svelte'
import { language } from './words'
import '../style.css'

document.documentElement.lang = language
const target = document.getElementById('app')
if (target) mount(Setup, { target })
