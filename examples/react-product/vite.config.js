import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const GATEHOUSE = process.env.GATEHOUSE_URL ?? 'http://localhost:8000'
const CALLS = [
  'applications',
  'audits',
  'auth',
  'directory',
  'entitlements',
  'event',
  'flags',
  'identity',
  'integrations',
  'metadata',
  'notification',
  'oauth',
  'security-center',
  'security-engines',
  'team',
  'tenants',
  'vendors',
  'webhook',
]

export default defineConfig({
  plugins: [react()],
  server: {
    // One origin for page and server, so that the session's cookie needs no permission from the browser.
    proxy: Object.fromEntries(CALLS.map((path) => [`/${path}`, GATEHOUSE])),
  },
})
