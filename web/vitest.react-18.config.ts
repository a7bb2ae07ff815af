import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig } from 'vitest/config'
import base from './vitest.config'

const REACT_18 = fileURLToPath(new URL('matrix/react-18/node_modules/', import.meta.url))
const TESTING_LIBRARY = 'node_modules/@testing-library/react/dist/@testing-library/react.esm.js'

/** Runs the tests of `@gatehouse/react` with React 18. Libraries that import React are inlined to get the same one. */
export default mergeConfig(
  base,
  defineConfig({
    resolve: {
      alias: [
        { find: /^(react|react-dom)(?=\/|$)/, replacement: `${REACT_18}$1` },
        // Its other build requires React, which no alias reaches.
        { find: '@testing-library/react', replacement: fileURLToPath(new URL(TESTING_LIBRARY, import.meta.url)) },
      ],
    },
    test: {
      server: { deps: { inline: [/@testing-library\/(react|user-event)/, /@tanstack\/react-query/] } },
    },
  }),
)
