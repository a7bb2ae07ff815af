import { expect, test } from 'vitest'
import { normalizeCode } from './normalize-code'

test.each([
  '760978',
  '760 978',
  '760-978',
  '\uff17\uff16\uff10\uff19\uff17\uff18',
  '760\u00a0978',
  ' 760978\n',
  '٧٦٠٩٧٨',
])('%s is 760978', (typed) => expect(normalizeCode(typed)).toBe('760978'))
