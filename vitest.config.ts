import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,protocol,server,console,simulator,world}/src/**/*.test.{ts,tsx}'],
    globalSetup: ['server/src/testing/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    restoreMocks: true,
  },
})
