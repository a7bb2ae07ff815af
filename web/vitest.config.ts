import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const WORKERS = Math.min(Math.ceil(availableParallelism() * 1.5), 8)

export default defineConfig({
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
    // A fifth of what a worker does is to wait. Never fewer than these: the pool would end those that it has too many of twice.
    maxWorkers: WORKERS,
    minWorkers: WORKERS,
    // As patient as what waits for the page: one second is less than a busy machine may take.
    expect: { poll: { timeout: 20_000 } },
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
})
