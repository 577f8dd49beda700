"""What tarski says of the first states of a world of PDDL: what can be done in each, what that leads to, whether the goal holds.

tarski decides what holds. What follows is applied here, all conditions in the state before, as PDDL 2.1 has it: its own `progress`
evaluates them in a state that it is changing."""

import copy
import json
import sys
from itertools import product
from os.path import join

from tarski.evaluators.simple import evaluate
from tarski.fstrips import AddEffect, DelEffect, UniversalEffect
from tarski.fstrips.representation import substitute_expression
from tarski.io import PDDLReader
from tarski.syntax import CompoundFormula, QuantifiedFormula
from tarski.syntax.formulas import Connective, Quantifier
from tarski.syntax.transform.action_grounding import ground_schema_into_plain_operator_from_grounding
from tarski.syntax.transform.substitutions import enumerate_substitutions

MOST = 40


def holds(formula, state):
    """tarski evaluates no quantifiers: they are taken apart here, and what is left is its own."""
    if isinstance(formula, QuantifiedFormula):
        every = formula.quantifier == Quantifier.Forall
        each = (
            holds(substitute_expression(formula.formula, binding), state)
            for binding in enumerate_substitutions(formula.variables)
        )
        return all(each) if every else any(each)
    if isinstance(formula, CompoundFormula):
        inner = [holds(one, state) for one in formula.subformulas]
        if formula.connective == Connective.Not:
            return not inner[0]
        return all(inner) if formula.connective == Connective.And else any(inner)
    return evaluate(formula, state)


def facts(state):
    return sorted(
        " ".join([atom.predicate.name, *(term.name for term in atom.subterms)]).lower()
        for atom in state.as_atoms()
        if hasattr(atom, "predicate")
    )


def changes(state, effects, adds, deletes):
    for effect in effects:
        if isinstance(effect, UniversalEffect):
            for binding in enumerate_substitutions(effect.variables):
                inner = [substitute_expression(one, binding) for one in effect.effects]
                changes(state, inner, adds, deletes)
        elif isinstance(effect, AddEffect) and holds(effect.condition, state):
            adds.append(effect.atom)
        elif isinstance(effect, DelEffect) and holds(effect.condition, state):
            deletes.append(effect.atom)


def after(state, operator):
    adds, deletes = [], []
    changes(state, operator.effects, adds, deletes)
    made = copy.deepcopy(state)
    for atom in deletes:
        made.discard(atom.predicate, *atom.subterms)
    for atom in adds:
        made.add(atom.predicate, *atom.subterms)
    return made


folder = sys.argv[1]
reader = PDDLReader(raise_on_error=True, strict_with_requirements=False)
reader.parse_domain(join(folder, "domain.pddl"))
problem = reader.parse_instance(join(folder, "problem.pddl"))
operators = []
for action in problem.actions.values():
    domains = [list(parameter.sort.domain()) for parameter in action.parameters]
    for things in product(*domains):
        operator = ground_schema_into_plain_operator_from_grounding(action, [thing.name for thing in things])
        operators.append((" ".join([action.name, *(thing.name for thing in things)]).lower(), operator))

seen = {tuple(facts(problem.init))}
states = [problem.init]
told = []
while states and len(told) < MOST:
    state = states.pop(0)
    actions = {}
    for name, operator in operators:
        if holds(operator.precondition, state):
            made = after(state, operator)
            actions[name] = facts(made)
            if tuple(actions[name]) not in seen:
                seen.add(tuple(actions[name]))
                states.append(made)
    told.append({"facts": facts(state), "actions": actions, "goal": holds(problem.goal, state)})
print(json.dumps(told))
