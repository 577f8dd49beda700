export const REQUIREMENTS: string
export const BARE: string
export const VENV: string
export const DONE: string
export function program(of: string): string
