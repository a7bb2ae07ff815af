import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { UiProvider } from '../ui-provider'
import { BarChart } from './bar-chart'
import { ShareChart } from './share-chart'

const bars = [
  { label: 'Nov 1', value: 3 },
  { label: 'Nov 2', value: 0 },
]

test('a chart says its finding, and has its numbers as a table', () => {
  render(
    <UiProvider env="test">
      <BarChart
        title="Active per day"
        finding="3 of 5 were active"
        bars={bars}
        limit={{ value: 5, label: '5 seats' }}
        columns={['Day', 'Active']}
      />
    </UiProvider>,
  )
  expect(screen.getByRole('figure')).toHaveTextContent('3 of 5 were active')
  const table = screen.getByRole('table', { name: 'Active per day', hidden: true })
  const rows = within(table).getAllByRole('row', { hidden: true })
  expect(rows.map((row) => row.textContent)).toEqual(['DayActive', 'Nov 13', 'Nov 20'])
})

test('shares are a list with their numbers', () => {
  render(
    <UiProvider env="test">
      <ShareChart title="Versions" finding="Most use 2.1" shares={[{ label: '2.1', value: 4 }]} />
    </UiProvider>,
  )
  expect(screen.getByRole('definition')).toHaveTextContent('4')
})
