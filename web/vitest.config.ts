import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  // The description of the API lies with the server.
  server: { fs: { allow: ['..'] } },
  test: {
    environment: './vitest.environment.ts',
    // A process for each file loads every library anew, and runs it cold; what a file must not see of another is parted there.
    isolate: false,
    server: { deps: { inline: ['@testing-library/user-event'] } },
    setupFiles: ['./vitest.setup.ts'],
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'apps/*/src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    testTimeout: 60_000,
    // Every core: by default one is kept free, which of two is half the time.
    maxWorkers: '100%',
    minWorkers: 1,
    // As patient as what waits for the page: one second is less than a busy machine may take.
    expect: { poll: { timeout: 20_000 } },
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
})
