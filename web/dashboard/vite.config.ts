import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// The companion that the development server passes requests on to.
const companion = 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    rollupOptions: { input: ['index.html', 'setup.html', 'health.html', 'phone.html', 'games.html', 'deck.html'] },
  },
  server: {
    proxy: {
      '/api': { target: companion, ws: true, changeOrigin: true },
      '/camera.jpg': companion,
      '/camera.mjpeg': companion,
    },
  },
})
