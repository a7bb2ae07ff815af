import type { Group } from '../wire'
import { DEFAULT_COLOR } from './colors'
import classes from './groups.module.css'

export function GroupName({ group: { name, description, color } }: { group: Group }) {
  return (
    <span className={classes.group}>
      <Dot color={color} />
      <span className={classes.text}>
        <span className={classes.name}>
          <bdi>{name}</bdi>
        </span>
        {description && <span className={classes.description}>{description}</span>}
      </span>
    </span>
  )
}

export function Dot({ color }: { color: string | null | undefined }) {
  return <span className={classes.dot} style={{ backgroundColor: color ?? DEFAULT_COLOR }} aria-hidden />
}
