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
      alt={named ? name : ''}
      aria-hidden={!named}
      size={size}
      radius={shape === 'circle' ? '50%' : 'sm'}
      vars={() => ({
        root: { '--avatar-bg': 'var(--gh-border)', '--avatar-color': 'var(--gh-text)' },
      })}
    >
      {initialsOf(name)}
    </MantineAvatar>
  )
}

/** By whole characters: Mantine's own cut those of two units, such as an emoji, in half. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = ''] = words
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => [...word][0]) : [...first].slice(0, 2)
  return letters.join('').toUpperCase()
}
