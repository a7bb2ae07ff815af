import { Input } from '@mantine/core'
import { COLORS } from './colors'
import classes from './groups.module.css'
import { useT } from './groups.texts'

interface ColorFieldProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly onChange: (color: string) => void
  /** A color from elsewhere, offered beside the others. */
  readonly own?: string | undefined
}

type Name = keyof typeof COLORS | 'own'

/** One of a few colors, each with its name for screen readers. */
export function ColorField({ label, name, value, onChange, own }: ColorFieldProps) {
  const t = useT()
  const known = Object.values(COLORS) as readonly string[]
  const offered: [Name, string][] = Object.entries(COLORS) as [Name, string][]
  if (own && !known.includes(own)) offered.unshift(['own', own])
  return (
    <Input.Wrapper label={label} labelElement="div" role="radiogroup" aria-label={label}>
      <div className={classes.colors}>
        {offered.map(([id, color]) => (
          <label key={id} className={classes.swatch} title={t(`colors.${id}`)}>
            <input
              type="radio"
              name={name}
              aria-label={t(`colors.${id}`)}
              checked={value === color}
              onChange={() => onChange(color)}
            />
            <span style={{ backgroundColor: color }} />
          </label>
        ))}
      </div>
    </Input.Wrapper>
  )
}
