; Rooms behind doors with keys, and one pair of hands.
(define (domain gates-domain)
  (:requirements :adl)
  (:types room door warden thing - object
          key crate - thing)
  (:predicates (in ?x ?r - room)
               (joins ?d - door ?a ?b - room)
               (locked ?d - door)
               (fits ?k - key ?d - door)
               (holds ?w - warden ?t - thing)
               (heavy ?t - thing)
               (full ?w - warden))

  (:action go
    :parameters (?w - warden ?a ?b - room)
    :precondition (and (in ?w ?a)
                       (exists (?d - door) (and (joins ?d ?a ?b) (not (locked ?d)))))
    :effect (and (in ?w ?b) (not (in ?w ?a))))

  (:action take
    :parameters (?w - warden ?t - thing)
    :precondition (and (not (heavy ?t)) (not (full ?w))
                       (exists (?r - room) (and (in ?w ?r) (in ?t ?r))))
    :effect (and (holds ?w ?t) (full ?w)
                 (forall (?r - room) (when (in ?t ?r) (not (in ?t ?r))))))

  (:action drop
    :parameters (?w - warden ?t - thing ?r - room)
    :precondition (and (holds ?w ?t) (in ?w ?r))
    :effect (and (in ?t ?r) (not (holds ?w ?t)) (not (full ?w))))

  (:action unlock
    :parameters (?w - warden ?d - door ?k - key)
    :precondition (and (locked ?d) (holds ?w ?k) (fits ?k ?d)
                       (exists (?a ?b - room) (and (in ?w ?a) (joins ?d ?a ?b))))
    :effect (not (locked ?d)))

  (:action lock
    :parameters (?w - warden ?d - door ?k - key)
    :precondition (and (not (locked ?d)) (holds ?w ?k) (fits ?k ?d)
                       (exists (?a ?b - room) (and (in ?w ?a) (joins ?d ?a ?b))))
    :effect (locked ?d))

  ; A crate is pushed with empty hands, and whoever pushes it goes with it.
  (:action push
    :parameters (?w - warden ?c - crate ?a ?b - room)
    :precondition (and (in ?w ?a) (in ?c ?a) (not (full ?w))
                       (exists (?d - door) (and (joins ?d ?a ?b) (not (locked ?d)))))
    :effect (and (in ?w ?b) (not (in ?w ?a)) (in ?c ?b) (not (in ?c ?a)))))
