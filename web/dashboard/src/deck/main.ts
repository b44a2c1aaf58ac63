import { mount } from 'svelte'
import { language } from '../lib/words'
import '../style.css'
import Deck from './Deck.svelte'

document.documentElement.lang = language

const target = document.getElementById('app')
if (target) mount(Deck, { target })
