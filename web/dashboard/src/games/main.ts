import { mount } from 'svelte'
import { language } from '../lib/words'
import '../style.css'
import Games from './Games.svelte'

document.documentElement.lang = language

const target = document.getElementById('app')
if (target) mount(Games, { target })
