import { i18n } from '../i18n'
import type { Bar } from './bar'
import classes from './charts.module.css'

interface Props {
  readonly label: string
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly Bar[]
}

/** The chart's data as a table, for screen readers and exact values. */
export function ChartTable({ label, caption, columns, rows }: Props) {
  return (
    <details className={classes.details}>
      <summary>{label}</summary>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              <td>{row.formatted ?? row.value.toLocaleString(i18n.language)}</td>
              {row.cells?.map((cell, place) => (
                <td key={columns[place + 2]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
