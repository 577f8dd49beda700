export const REQUIREMENTS: string
export const BARE: string
export const VENV: string
export const DONE: string
export const LIGHT: string
export const MISSING: string
export function program(of: string): string
