import type { ComponentType, SVGProps } from 'react'

/** An icon of lucide. */
export type Icon = ComponentType<SVGProps<SVGSVGElement>>
