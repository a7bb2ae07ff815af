import { Avatar as MantineAvatar } from '@mantine/core'
import classes from './avatar.module.css'

interface AvatarProps {
  name: string
  src?: string | null
  size?: number
  /** Squares are for organizations, circles for people. */
  shape?: 'circle' | 'square'
  /** On where the name does not stand beside it. */
  named?: boolean
}

export function Avatar({ name, src, size = 32, shape = 'circle', named = false }: AvatarProps) {
  return (
    <MantineAvatar
      className={classes.avatar}
      src={src ?? null}
      name={name}
      alt={named ? name : ''}
      aria-hidden={!named}
      size={size}
      radius={shape === 'circle' ? '50%' : 'sm'}
      vars={() => ({
        root: { '--avatar-bg': 'var(--gh-border)', '--avatar-color': 'var(--gh-text-secondary)' },
      })}
    />
  )
}
